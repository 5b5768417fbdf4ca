// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstring>
#include <utility>

#include "engine/core/utf8.h"
#include "engine/model/config_limits.h"
#include "engine/model/config_rope.h"

namespace draftscope {

namespace {

constexpr const char *shortFactorsName = "rope_factors_short.weight", *longFactorsName = "rope_factors_long.weight";
constexpr const char* originalContextKey = "rope.scaling.original_context_length";

Result<void> readGgufYarn(GgufFields& fields, RopeScaling& scaling, ModelConfig& config)
{
    scaling.originalContext = fields.size(originalContextKey, config.contextLength);
    scaling.fastRotations = fields.number("rope.scaling.yarn_beta_fast", scaling.fastRotations);
    scaling.slowRotations = fields.number("rope.scaling.yarn_beta_slow", scaling.slowRotations);
    config.ropeAttentionFactor = fields.number("rope.scaling.attn_factor", 1) * yarnAttentionFactor(scaling.factor);
    constexpr std::pair<const char*, double> defaults[] = {{"rope.scaling.yarn_ext_factor", 1},
                                                           {"rope.scaling.yarn_attn_factor", 1},
                                                           {"rope.scaling.yarn_log_multiplier", 0}};
    for (const auto& [key, value] : defaults)
        if (fields.number(key, value) != value)
            return fail("The file {} has {}, which is not supported yet: use another model.", fields.where(),
                        fields.nameOf(key));
    if (config.contextLength <= scaling.originalContext && scaling.factor > 1 && scaling.factor < limits::context)
        config.contextLength = int(std::min(scaling.factor * scaling.originalContext, double(limits::context)));
    return {};
}

/// The scaling of rotary frequencies, other than by factors that lie in a tensor.
Result<void> readGgufScaling(GgufFields& fields, ModelConfig& config)
{
    const double old = fields.number("rope.scale_linear", 1); // its name before there were others
    const std::string type(
        fields.text("rope.scaling.type").value_or("linear")); // as llama.cpp takes it where none is named
    RopeScaling scaling;
    scaling.factor = fields.number("rope.scaling.factor", old);
    if (type == "longrope" && fields.file().has(shortFactorsName)) // see readLongropeFactors()
        return {};
    if (type == "none" || (type == "linear" && (scaling.factor == 1 || scaling.factor == 0)))
        return {};
    if (type != "linear" && type != "yarn")
        return fail("The file {} scales its positions by the method {}, which is not supported yet: use another model.",
                    fields.where(), beginningOf(type, 40));
    scaling.method = type == "yarn" ? RopeScaling::Method::yarn : RopeScaling::Method::linear;
    if (type == "yarn")
        if (auto yarn = readGgufYarn(fields, scaling, config); !yarn)
            return yarn;
    config.ropeScaling = scaling;
    return {};
}

/// A tensor with a divisor for each frequency.
Result<std::vector<float>> factorsIn(GgufFields& fields, const char* name, const ModelConfig& config)
{
    const auto view = fields.file().tensor(name);
    if (!view)
        return tl::unexpected(view.error());
    const int pairs = config.rotatedSize() / 2;
    if (view->type != WeightType::f32 || view->shape != std::vector<std::int64_t>{pairs})
        return fail("The tensor {} of {} is not {} F32 numbers: convert the model again.", name, fields.where(), pairs);
    std::vector<float> factors(static_cast<std::size_t>(pairs));
    std::memcpy(factors.data(), view->data, view->bytes);
    return factors;
}

Result<void> readLongropeFactors(GgufFields& fields, ModelConfig& config)
{
    auto longFactors = factorsIn(fields, longFactorsName, config);
    if (!longFactors)
        return tl::unexpected(longFactors.error());
    config.longRopeFactors = std::move(*longFactors);
    config.ropeAttentionFactor = fields.number("rope.scaling.attn_factor", 1);
    const int original = fields.size(originalContextKey, config.contextLength);
    const double factor = double(config.contextLength) / std::max(original, 1);
    config.ropeScaling = RopeScaling{
        .factor = std::max(factor, 1.0), .originalContext = original, .method = RopeScaling::Method::longrope};
    return {};
}

} // namespace

Result<void> readGgufRope(GgufFields& fields, ModelConfig& config)
{
    const int rotated = fields.size("rope.dimension_count", config.headSize);
    if (rotated < 2 || rotated > config.headSize || rotated % 2 != 0)
        return fail("The file {} gives {} as {} where a head has {} elements: convert the model again.", fields.where(),
                    fields.nameOf("rope.dimension_count"), rotated, config.headSize);
    config.partlyRotated = rotated == config.headSize ? 0 : rotated;
    if (auto scaling = readGgufScaling(fields, config); !scaling)
        return scaling;
    const bool isLongrope = fields.file().has(shortFactorsName);
    if (const char* const name = isLongrope ? shortFactorsName : "rope_freqs.weight"; fields.file().has(name)) {
        auto factors = factorsIn(fields, name, config);
        if (!factors)
            return tl::unexpected(factors.error());
        config.ropeFactors = std::move(*factors);
    }
    if (isLongrope)
        if (auto factors = readLongropeFactors(fields, config); !factors)
            return factors;
    return checkConfig(config, fields.where());
}

} // namespace draftscope
