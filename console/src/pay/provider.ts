import { queryOptions } from "@tanstack/react-query";
import { client, dataOf } from "../api/client.ts";

/**
 * The page `/app/pay` is opened by a full load, because its content security policy allows the payment provider's script.
 * What it has to do is a note in the tab, so that no secret is in an address.
 */

export const providerQuery = queryOptions({
  queryKey: ["payment-provider"],
  queryFn: async () => (await dataOf(client.GET("/api/payments/provider"))).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** How long the secrets of a card stay on the screen, in milliseconds. */
export const SHOWN_MS = 60_000;

/** The address of the provider's frames with a card's number. */
export const secretsPath = (cardId: string): string => `/app/pay?flow=secrets&card=${cardId}`;

const NOTE = "svc.pay.consent";

interface Consent {
  readonly clientSecret: string;
  /** The payment's id, which the receipt shows. */
  readonly id: string;
}

/** Opens the card form, which saves a card and returns to the top-up. */
export const openCardForm = (): void => location.assign("/app/pay");

/** Lets the cardholder consent to a payment (3-D Secure), then returns to its receipt. */
export function openConsent(consent: Consent): void {
  sessionStorage.setItem(NOTE, JSON.stringify(consent));
  location.assign("/app/pay?flow=consent");
}

/** Returns the payment that waits for the cardholder's consent. */
export function consentOf(): Consent | undefined {
  const note = sessionStorage.getItem(NOTE);
  return note === null ? undefined : (JSON.parse(note) as Consent);
}

export const forgetConsent = (): void => sessionStorage.removeItem(NOTE);

/** Opens the page of the provider's double, which returns here. */
export function openDouble(formUrl: string, clientSecret: string, returnTo: string): void {
  const url = new URL(formUrl);
  url.searchParams.set("client_secret", clientSecret);
  url.searchParams.set("return_url", `${location.origin}${returnTo}`);
  location.assign(url.href);
}
