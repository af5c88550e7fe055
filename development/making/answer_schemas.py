"""Writes resources/mcp/answer_schemas.json, the output schemas of the MCP server's tools, from the domain's answers.

python -m development.making.answer_schemas
"""

import json

from insurance_desktop.mcp_server.answer_schemas import derived, schema_file


def main() -> None:
    file = schema_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    lines = (f"{json.dumps(tool)}: {json.dumps(schema, ensure_ascii=False)}" for tool, schema in derived().items())
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
