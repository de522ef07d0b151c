/** Imported first: log lines of the platform do not mix with the figures. */
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
