import type { BankHandler } from "../inbound/bank.ts";

export const handlers: Readonly<Record<string, BankHandler>> = {};
