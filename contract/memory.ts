/** Memory of functions, which processors come with. */

/**
 * bcrypt at cost 12 is a third of a second on one whole virtual CPU, which is what a function of this size
 * has.
 */
export const ONE_CPU_MB = 1769;
