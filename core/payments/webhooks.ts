import type { PspHandler } from "../inbound/psp.ts";

export const handlers: Readonly<Record<string, PspHandler>> = {};
