/** A table that a point-in-time restore has made. */
export interface RestoredTable {
  readonly tableName: string;
  /** Its stream's, which a restore does not switch on: followers of the table would miss every change. */
  readonly tableStreamArn: string;
}

/**
 * Which table a stage works on, and whether the stack has one of its own.
 * @throws Error that names the setting and the rule
 */
export function tables(
  tableName: string | undefined,
  tableStreamArn: string | undefined,
  ownTable = "true",
): { readonly restored: RestoredTable | undefined; readonly ownTable: boolean } {
  if (!/^(true|false)$/.test(ownTable)) throw new Error('ownTable must be "true" or "false"');
  if (tableName === undefined && tableStreamArn === undefined) {
    if (ownTable === "false")
      throw new Error("ownTable=false leaves no table: it goes with tableName and tableStreamArn");
    return { restored: undefined, ownTable: true };
  }
  if (tableName === undefined || tableStreamArn === undefined)
    throw new Error("tableName and tableStreamArn go together: switch the table's stream on and give both");
  if (!/^[\w.-]{3,255}$/.test(tableName)) throw new Error(`tableName "${tableName}" is no name of a table`);
  const stream = new RegExp(`^arn:aws:dynamodb:[a-z0-9-]+:\\d{12}:table/${tableName}/stream/.+$`);
  if (!stream.test(tableStreamArn))
    throw new Error(`tableStreamArn must be the stream of ${tableName}, got "${tableStreamArn}"`);
  return { restored: { tableName, tableStreamArn }, ownTable: ownTable === "true" };
}
