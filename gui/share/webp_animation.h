// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QByteArray>
#include <QImage>
#include <QSize>

#include "engine/core/error.h"

namespace draftscope {

/// Pictures of one size that follow each other, as an animated WebP that begins again when it ends. Without loss: text
/// stays sharp, and of a picture only what differs from the one before is kept. By libwebp
/// (developers.google.com/speed/webp).
class WebpAnimation {
public:
    explicit WebpAnimation(QSize size);
    ~WebpAnimation();
    WebpAnimation(const WebpAnimation&) = delete;
    WebpAnimation& operator=(const WebpAnimation&) = delete;

    /// A picture that is seen for so long. Errors: there is no memory for it.
    [[nodiscard]] Result<void> add(const QImage& picture, int milliseconds);
    /// The whole file, once, when all pictures are in it. Errors: as above.
    [[nodiscard]] Result<QByteArray> finish();

private:
    struct Encoder;
    std::unique_ptr<Encoder> m_encoder;
    int m_time = 0; ///< milliseconds
};

} // namespace draftscope
