/** Does work for each of many things, so many at a time; answers in their order. */
export async function pooled<T, R>(
  things: readonly T[],
  atOnce: number,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let at = next++; at < things.length; at = next++) results[at] = await work(things[at] as T);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, things.length) }, worker));
  return results;
}
