// SPDX-License-Identifier: MIT
#include "engine/model/config_rope.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "engine/core/utf8.h"
#include "engine/model/config_limits.h"

namespace draftscope {

namespace {

using nlohmann::json;
using ScalingMethod = RopeScaling::Method;

constexpr const char* originalKey = "original_max_position_embeddings";

std::string typeOf(ConfigFields& rope)
{
    const std::string type = rope.text("rope_type");
    return type.empty() ? rope.text("type") : type; // its name in old files
}

RopeScaling llama3Scaling(ConfigFields& rope, int original)
{
    RopeScaling scaling;
    scaling.factor = rope.number("factor");
    scaling.lowFrequencyFactor = rope.number("low_freq_factor");
    scaling.highFrequencyFactor = rope.number("high_freq_factor");
    scaling.originalContext = original;
    return scaling;
}

/// A number where 0 means that none is stated.
double numberOr(ConfigFields& rope, const char* key, double otherwise)
{
    const double stated = rope.number(key, otherwise);
    return stated == 0 ? otherwise : stated;
}

/// YaRN, as transformers reads it. `attentionFactor` receives what queries and keys grow by.
RopeScaling yarnScaling(ConfigFields& rope, int original, int context, double& attentionFactor)
{
    RopeScaling scaling;
    scaling.method = ScalingMethod::yarn;
    scaling.originalContext = original;
    scaling.factor = rope.number("factor", double(context) / std::max(original, 1));
    scaling.fastRotations = numberOr(rope, "beta_fast", scaling.fastRotations);
    scaling.slowRotations = numberOr(rope, "beta_slow", scaling.slowRotations);
    scaling.wholePairs = rope.isNull("truncate") ? false : !rope.find("truncate") || rope.flag("truncate");
    const double scale = rope.number("mscale", 0.0), ofAll = rope.number("mscale_all_dim", 0.0);
    attentionFactor = rope.number("attention_factor",
                                  scale != 0 && ofAll != 0 ? yarnAttentionFactor(scaling.factor, scale)
                                          / yarnAttentionFactor(scaling.factor, ofAll)
                                                           : yarnAttentionFactor(scaling.factor));
    return scaling;
}

/// Two sets of factors: the first one up to the original context, the second one behind it.
RopeScaling longropeScaling(ConfigFields& rope, int original, ModelConfig& config)
{
    RopeScaling scaling;
    scaling.method = ScalingMethod::longrope;
    scaling.originalContext = original;
    scaling.factor = rope.number("factor", double(config.contextLength) / std::max(original, 1));
    config.ropeFactors = rope.numbers("short_factor");
    config.longRopeFactors = rope.numbers("long_factor");
    const double grown = scaling.factor <= 1 || original < 2
        ? 1.0
        : std::sqrt(1 + std::log(scaling.factor) / std::log(double(original)));
    config.ropeAttentionFactor = rope.number("attention_factor", grown);
    scaling.factor = std::max(scaling.factor, 1.0); // shown, and no more
    return scaling;
}

/// Texts may be `factor` times as long as at first, where nothing says that they may be longer than that at all.
void extendContext(ModelConfig& config, int original)
{
    const double factor = config.ropeScaling->factor;
    if (config.contextLength == original && factor > 1 && factor < limits::context)
        config.contextLength =
            int(std::clamp(factor * original, double(config.contextLength), double(limits::context)));
}

/// The elements of a head that are rotated, where these are not all.
Result<void> setPart(ModelConfig& config, double factor, const std::string& where)
{
    const double size = factor * config.headSize;
    if (!(size >= 2 && size <= config.headSize) || int(size) % 2 != 0)
        return fail(
            "In {} the partial_rotary_factor is {}, which makes no even number of elements of heads of {}: download "
            "the file again.",
            where, factor, config.headSize);
    config.partlyRotated = int(size) == config.headSize ? 0 : int(size);
    return {};
}

/// Which elements of a head are rotated stands beside the scaling or in it; in families that rotate whole heads
/// transformers takes no notice of it, and computes nothing where there is a scaling besides.
Result<void> readPart(ConfigFields& fields, ConfigFields* rope, bool rotatesInPart, bool isScaled,
                      const std::string& where, ModelConfig& config)
{
    constexpr const char* key = "partial_rotary_factor";
    const double stated = rope && rope->find(key) ? rope->number(key, 1.0) : fields.number(key, 1.0);
    if (rotatesInPart)
        return setPart(config, stated, where);
    if (stated != 1 && isScaled)
        return fail(
            "{} scales its positions and rotates only a part of each head, which transformers does in no model of this "
            "family: use another model.",
            where);
    return {};
}

Result<void> readScaling(ConfigFields& rope, const std::string& type, int original, const std::string& where,
                         ModelConfig& config)
{
    if (type == "llama3")
        config.ropeScaling = llama3Scaling(rope, original);
    else if (type == "linear")
        config.ropeScaling = RopeScaling{.factor = rope.number("factor"), .method = ScalingMethod::linear};
    else if (type == "dynamic")
        config.ropeScaling = RopeScaling{
            .factor = rope.number("factor"), .originalContext = config.contextLength, .method = ScalingMethod::dynamic};
    else if (type == "longrope" || rope.find("short_factor")) // which old files call "su", or "yarn"
        config.ropeScaling = longropeScaling(rope, original, config);
    else if (type == "yarn")
        config.ropeScaling = yarnScaling(rope, original, config.contextLength, config.ropeAttentionFactor);
    else if (!type.empty() && type != "default")
        return fail("{} scales its positions by the method {}, which is not supported yet: use another model.", where,
                    beginningOf(type, 40));
    return {};
}

} // namespace

Result<void> readRope(ConfigFields& fields, const std::string& where, const ShapeDefaults& unstated,
                      ModelConfig& config)
{
    config.ropeTheta = fields.number("rope_theta", config.ropeTheta);
    const json* scaling = fields.find("rope_scaling"); // which people add by hand, so it counts more
    if (!scaling || scaling->empty())
        scaling = fields.find("rope_parameters");
    if (!scaling)
        return readPart(fields, nullptr, unstated.rotatesInPart, false, where, config);
    if (!scaling->is_object())
        return fail("In {} the rope scaling is not an object: download the file again.", where);
    ConfigFields rope(*scaling, where);
    config.ropeTheta = rope.number("rope_theta", config.ropeTheta);
    if (std::ranges::any_of(*scaling, [](const json& value) { return value.is_object(); }))
        return fail("{} has layers that rotate by other frequencies than others, which is not supported yet: use "
                    "another model.",
                    where);
    // How long texts were at first: it stands beside the scaling or in it.
    const int otherwise = unstated.originalContext.value_or(config.contextLength);
    const int original = fields.find(originalKey) ? fields.size(originalKey) : rope.size(originalKey, otherwise);
    if (auto read = readScaling(rope, typeOf(rope), original, where, config); !read)
        return read;
    if (auto part = readPart(fields, &rope, unstated.rotatesInPart, config.ropeScaling.has_value(), where, config);
        !part)
        return part;
    if (rope.error())
        return tl::unexpected(*rope.error());
    if (config.ropeScaling && !unstated.contextIsScaled)
        extendContext(config, config.ropeScaling->method == ScalingMethod::dynamic ? config.contextLength : original);
    return {};
}

Result<void> readLocalRope(ConfigFields& rope, const std::string& where, ModelConfig& config)
{
    const std::string type = typeOf(rope);
    const int original = rope.size(originalKey, config.contextLength);
    if (type == "llama3")
        config.localRopeScaling = llama3Scaling(rope, original);
    else if (type == "linear")
        config.localRopeScaling = RopeScaling{.factor = rope.number("factor"), .method = ScalingMethod::linear};
    else if (type == "yarn")
        config.localRopeScaling = yarnScaling(rope, original, config.contextLength, config.localRopeAttentionFactor);
    else if (!type.empty() && type != "default")
        return fail("{} scales the positions of layers with a window by the method {}, which is not supported yet: "
                    "use another model.",
                    where, beginningOf(type, 40));
    if (rope.error())
        return tl::unexpected(*rope.error());
    return {};
}

} // namespace draftscope
