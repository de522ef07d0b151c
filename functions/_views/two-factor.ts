/** What responses show of a second factor that is on. */
export const verified = ({ recoveryCodes }: { readonly recoveryCodes?: readonly string[] }) => ({
  success: true as const,
  enabled: true as const,
  ...(recoveryCodes && { recoveryCodes: [...recoveryCodes] }),
});
