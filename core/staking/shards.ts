/** Which of so many shards a position's items go to: always the same one. Its id ends with chance. */
export const shardOf = (positionId: string, shards: number): string =>
  String((positionId.codePointAt(positionId.length - 1) ?? 0) % shards);
