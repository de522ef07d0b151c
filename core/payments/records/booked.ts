/** Thrown out of an entry that is not to be: what it would book was booked before. */
export class BookedBefore extends Error {
  override readonly name = "BookedBefore";
}

/** What the entry answers, or the other answer where it was booked before. */
export async function unlessBooked<T>(entry: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await entry;
  } catch (error) {
    if (error instanceof BookedBefore) return otherwise;
    throw error;
  }
}
