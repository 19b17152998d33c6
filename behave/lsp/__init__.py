"""The language server of .beh files: diagnostics, completion, hover, renaming and the like.

Needs pygls (the extra ``lsp``) in ``protocol``, ``features`` and ``server`` only.
"""
