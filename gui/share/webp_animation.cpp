// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/share/webp_animation.h"

#include <limits>

#include <webp/encode.h>
#include <webp/mux.h>

namespace draftscope {

struct WebpAnimation::Encoder {
    WebPAnimEncoder* encoder = nullptr;
    WebPConfig config;
};

namespace {

tl::unexpected<Error> noAnimation(const char* reason)
{
    return fail("The animation could not be made ({}): make it smaller or shorter.",
                reason ? reason : "no reason given");
}

} // namespace

WebpAnimation::WebpAnimation(QSize size) : m_encoder(std::make_unique<Encoder>())
{
    WebPAnimEncoderOptions options;
    if (WebPAnimEncoderOptionsInit(&options) == 0)
        return;
    options.anim_params.loop_count = 0; // for ever
    options.kmin = 30;                  // whole pictures now and then, so that players can jump
    options.kmax = 60;
    m_encoder->encoder = WebPAnimEncoderNew(size.width(), size.height(), &options);
    WebPConfigInit(&m_encoder->config);
    WebPConfigLosslessPreset(&m_encoder->config, 2); // of 0 to 9: three times as fast as 6, and hardly larger
}

WebpAnimation::~WebpAnimation()
{
    WebPAnimEncoderDelete(m_encoder->encoder);
}

Result<void> WebpAnimation::add(const QImage& picture, int milliseconds)
{
    WebPPicture frame;
    if (!m_encoder->encoder || WebPPictureInit(&frame) == 0)
        return noAnimation("libwebp is of another version");
    if (m_time > std::numeric_limits<int>::max() - milliseconds)
        return noAnimation("it is too long");
    const QImage opaque = picture.convertToFormat(QImage::Format_RGB32);
    frame.use_argb = 1;
    frame.width = opaque.width();
    frame.height = opaque.height();
    const bool isTaken = WebPPictureImportBGRX(&frame, opaque.constBits(), int(opaque.bytesPerLine())) != 0
        && WebPAnimEncoderAdd(m_encoder->encoder, &frame, m_time, &m_encoder->config) != 0;
    WebPPictureFree(&frame);
    m_time += milliseconds;
    if (!isTaken)
        return noAnimation(WebPAnimEncoderGetError(m_encoder->encoder));
    return {};
}

Result<QByteArray> WebpAnimation::finish()
{
    WebPData data;
    WebPDataInit(&data);
    if (!m_encoder->encoder || WebPAnimEncoderAdd(m_encoder->encoder, nullptr, m_time, nullptr) == 0
        || WebPAnimEncoderAssemble(m_encoder->encoder, &data) == 0)
        return noAnimation(m_encoder->encoder ? WebPAnimEncoderGetError(m_encoder->encoder) : nullptr);
    const QByteArray file(reinterpret_cast<const char*>(data.bytes), qsizetype(data.size));
    WebPDataClear(&data);
    return file;
}

} // namespace draftscope
