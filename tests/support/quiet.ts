/** Import it first: silences the platform's log lines in printed output. */
process.env["POWERTOOLS_LOG_LEVEL"] ??= "SILENT";
