# Writes SOURCE, which is TEMPLATE with the text of TABLE. Called by the build when the table has changed.
file(READ "${TABLE}" findings_text)
configure_file("${TEMPLATE}" "${SOURCE}" @ONLY)
