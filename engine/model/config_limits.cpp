// SPDX-License-Identifier: MIT
#include "engine/model/config_limits.h"

#include <cmath>

namespace draftscope {

namespace {

Result<void> checkScaling(const RopeScaling& scaling, std::string_view where)
{
    const bool fine = std::isfinite(scaling.factor) && scaling.factor >= 1 && std::isfinite(scaling.highFrequencyFactor)
        && scaling.lowFrequencyFactor > 0 && scaling.highFrequencyFactor > scaling.lowFrequencyFactor
        && scaling.slowRotations > 0 && scaling.fastRotations >= scaling.slowRotations
        && std::isfinite(scaling.fastRotations) && scaling.originalContext > 0;
    if (!fine)
        return fail("The rope scaling in {} makes no sense: download the file again.", where);
    return {};
}

Result<void> checkFactors(const std::vector<float>& factors, const ModelConfig& config, std::string_view where)
{
    const int pairs = config.rotatedSize() / 2;
    if (!factors.empty() && factors.size() != std::size_t(pairs))
        return fail("The rope factors in {} are {} where a head has {} rotary pairs: download the file again.", where,
                    factors.size(), pairs);
    for (const float factor : factors)
        if (!(std::isfinite(factor) && factor > 0))
            return fail("A rope factor in {} is not above 0: download the file again.", where);
    return {};
}

Result<void> checkRope(const ModelConfig& config, std::string_view where)
{
    if (!(std::isfinite(config.ropeTheta) && config.ropeTheta >= 1))
        return fail("The rope base in {} is not a number of at least 1: download the file again.", where);
    if (!(std::isfinite(config.localRopeTheta) && (config.localRopeTheta == 0 || config.localRopeTheta >= 1)))
        return fail("The rope base of local layers in {} is not a number of at least 1: download the file again.",
                    where);
    for (const double factor : {config.ropeAttentionFactor, config.localRopeAttentionFactor})
        if (!(std::isfinite(factor) && factor > 0))
            return fail("The rope's attention factor in {} is not above 0: download the file again.", where);
    if (config.partlyRotated < 0 || config.partlyRotated > config.headSize || config.partlyRotated % 2 != 0)
        return fail("The {} rotated elements of heads of {} in {} are not pairs of them: download the file again.",
                    config.partlyRotated, config.headSize, where);
    const auto isOf = [](const std::optional<RopeScaling>& scaling, RopeScaling::Method method) {
        return scaling && scaling->method == method;
    };
    using Method = RopeScaling::Method;
    if ((isOf(config.ropeScaling, Method::yarn) && config.ropeTheta <= 1)
        || (isOf(config.localRopeScaling, Method::yarn) && config.localRopeTheta == 1))
        return fail("The rope base in {} is 1, which YaRN makes nothing of: download the file again.", where);
    if (isOf(config.ropeScaling, Method::dynamic) && config.rotatedSize() <= 2)
        return fail(
            "The heads in {} have one rotary pair, which dynamic scaling makes nothing of: download the file again.",
            where);
    for (const std::vector<float>* factors : {&config.ropeFactors, &config.longRopeFactors})
        if (auto fine = checkFactors(*factors, config, where); !fine)
            return fine;
    for (const auto& scaling : {config.ropeScaling, config.localRopeScaling})
        if (auto fine = scaling ? checkScaling(*scaling, where) : Result<void>(); !fine)
            return fine;
    return {};
}

} // namespace

Result<void> checkConfig(const ModelConfig& config, std::string_view where)
{
    struct Size {
        const char* what;
        int value, largest;
    };
    const Size sizes[] = {{"hidden size", config.hiddenSize, limits::hidden},
                          {"intermediate size", config.intermediateSize, limits::intermediate},
                          {"number of layers", config.layerCount, limits::layers},
                          {"number of heads", config.headCount, limits::heads},
                          {"number of key/value heads", config.kvHeadCount, limits::heads},
                          {"head size", config.headSize, limits::headSize},
                          {"vocabulary size", config.vocabularySize, limits::vocabulary},
                          {"context length", config.contextLength, limits::context}};
    for (const Size& size : sizes)
        if (size.value < 1 || size.value > size.largest)
            return fail("The {} in {} is {}, outside 1 to {}: download the file again.", size.what, where, size.value,
                        size.largest);
    if (config.headCount % config.kvHeadCount != 0)
        return fail("The {} heads in {} cannot share {} key/value heads evenly: download the file again.",
                    config.headCount, where, config.kvHeadCount);
    if (config.headSize % 2 != 0)
        return fail("The head size {} in {} is odd, so it has no rotary pairs: download the file again.",
                    config.headSize, where);
    if (!(config.normEpsilon > 0 && config.normEpsilon < 1))
        return fail("The norm's epsilon in {} is not between 0 and 1: download the file again.", where);
    if (!(std::isfinite(config.queryScalar) && config.queryScalar >= 0))
        return fail("The query_pre_attn_scalar in {} is not above 0: download the file again.", where);
    for (const float cap : {config.attentionCap, config.logitCap})
        if (!(std::isfinite(cap) && cap >= 0))
            return fail("A soft cap in {} is {}, which is not above 0: download the file again.", where, cap);
    return checkRope(config, where);
}

} // namespace draftscope
