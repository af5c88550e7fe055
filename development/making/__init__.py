"""What the program or its README carries and no person writes by hand: the sample documents, the table of readings,
the schemas of the answers, the pictures of the window.
"""
