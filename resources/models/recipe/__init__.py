# SPDX-License-Identifier: MIT
"""Recipe that trains Draftscope's embedded models: text, vocabulary, target, drafts, export, report."""
