/** The names of the identity providers, which are the same in every language. */
export const providerNames = { github: "GitHub", google: "Google" } as const;

const isProvider = (id: string): id is keyof typeof providerNames => Object.hasOwn(providerNames, id);

/** Returns the name of a provider, for texts. A provider that is no longer supported has its id. */
export const providerNameOf = (id: string): string => (isProvider(id) ? providerNames[id] : id);
