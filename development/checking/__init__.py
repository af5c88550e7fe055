"""What judges the program from outside: conversions against a second library, retrieval on our own documents and on
other Chinese, product names, files that mean harm.
"""
