/** The envelope of every success of the payments routes (spec 3, section 4.1). */
export const success = <T>(data: T): { readonly success: true; readonly data: T } => ({
  success: true,
  data,
});
