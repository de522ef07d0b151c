/** Imported before all else: the platform's log lines, written while figures are taken, would stand among them. */
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
