"""The settings of Sphinx; `python -m docs` builds the site."""

import ocean

project = "Ocean"
author = "the Ocean developers"
version = release = ocean.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc", "sphinx_design", "sphinx_copybutton"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["README.md"]

myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
suppress_warnings = ["misc.highlighting_failure"]
pygments_style = "friendly"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True

numpydoc_show_class_members = False
autodoc_typehints = "none"
add_module_names = False

html_theme = "pydata_sphinx_theme"
html_title = f"Ocean {version}"
html_show_sourcelink = False
html_favicon = "pictures/icon.svg"
html_context = {"default_mode": "auto"}
html_theme_options = {
    "navbar_align": "left",
    "header_links_before_dropdown": 4,
    "show_prev_next": True,
    "show_toc_level": 2,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": ["page-toc"],
    "search_bar_text": "Search",
}
html_sidebars = {"index": []}


def escape_bars(app, what, name, obj, options, lines):
    """Absolute values are written |x| in docstrings, which would be a substitution in reStructuredText."""
    literal = False
    for k, line in enumerate(lines):
        literal = line.lstrip().startswith(">>>") or (literal and bool(line.strip()))
        if not literal and "``" not in line:
            lines[k] = line.replace("|", r"\|")


def setup(app):
    app.connect("autodoc-process-docstring", escape_bars, priority=900)  # after numpydoc
