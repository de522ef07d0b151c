import { github } from "./github.ts";
import { google } from "./google.ts";
import type { Provider } from "./provider.ts";

/** The providers that are configured, in the order in which they are offered. */
export const list = (): readonly Provider[] => [github(), google()].filter((one) => one !== undefined);

/** The configured provider of this id. */
export const find = (id: string): Provider | undefined => list().find((one) => one.id === id);
