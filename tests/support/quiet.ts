/** Imported first: log lines of the platform do not mix with what is printed. */
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
