"""保险条款工作台: from published clause PDFs to verified text that can be quoted."""

__version__ = "0.2.0"
