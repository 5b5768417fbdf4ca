// SPDX-License-Identifier: MIT
#include "engine/backend/cpu/arithmetic.h"

#include "engine/backend/cpu/amx_product.h"
#include "engine/backend/cpu/bf16_product.h"

namespace draftscope {

Result<Arithmetic> arithmeticNamed(std::string_view name)
{
    if (name == "auto")
        return cpu::hasAmxProduct() ? Arithmetic::amx : cpu::hasBf16Product() ? Arithmetic::bf16 : Arithmetic::int8;
    if (name == "f32")
        return Arithmetic::f32;
    if (name == "int8")
        return Arithmetic::int8;
    if (name == "bf16") {
        if (!cpu::hasBf16Product())
            return fail("This machine's processor has no AVX512_BF16: choose --arithmetic int8 or f32.");
        return Arithmetic::bf16;
    }
    if (name == "amx") {
        if (!cpu::hasAmxProduct())
            return fail(
                "This machine's processor has no AMX for bf16, or its system or this build does not use it: choose "
                "--arithmetic auto.");
        return Arithmetic::amx;
    }
    return fail("There is no arithmetic \"{}\": choose auto, f32, int8, bf16 or amx.", name);
}

} // namespace draftscope
