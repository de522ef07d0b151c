/** The answer of what has nothing to show. */
export const done = (message: string) => ({ success: true as const, message });
