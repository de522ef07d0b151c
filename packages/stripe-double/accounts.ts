import type Stripe from "stripe";
import { type Common, type Creating, common, creating } from "./account-params.ts";
import { endpoint, page, paging } from "./endpoint.ts";
import { invalid, outOfReach } from "./errors.ts";
import { ignored, mergeMetadata, oneOf, text } from "./params.ts";
import { randomText, type Tx } from "./tx.ts";

/** Connected accounts, and the links with which their owners complete them. */

export type Account = Stripe.Account;

const COUNTRIES: Readonly<Record<string, string>> = {
  AT: "eur",
  BE: "eur",
  CH: "chf",
  DE: "eur",
  DK: "dkk",
  ES: "eur",
  FI: "eur",
  FR: "eur",
  GB: "gbp",
  IE: "eur",
  IT: "eur",
  LU: "eur",
  NL: "eur",
  NO: "nok",
  PL: "pln",
  PT: "eur",
  SE: "sek",
  US: "usd",
};

const DUE = ["business_profile.url", "external_account", "tos_acceptance.date", "tos_acceptance.ip"];

const requirements = (due: string[]): NonNullable<Account["requirements"]> => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: due.length > 0 ? "requirements.past_due" : null,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
});

function blank(tx: Tx, params: Creating, currency: string, country: string): Account {
  const dashboard = params.controller?.stripe_dashboard?.type;
  const id = `acct_1${randomText(15)}`;
  return {
    id,
    object: "account",
    business_profile: {
      annual_revenue: null,
      estimated_worker_count: null,
      mcc: null,
      minority_owned_business_designation: null,
      name: null,
      product_description: null,
      specified_commercial_transactions_act_url: null,
      support_address: null,
      support_email: null,
      support_phone: null,
      support_url: null,
      url: null,
    },
    business_type: null,
    capabilities: {},
    charges_enabled: false,
    controller: { is_controller: true, type: "application" },
    country,
    created: tx.now,
    default_currency: currency,
    details_submitted: false,
    email: null,
    external_accounts: {
      object: "list",
      data: [],
      has_more: false,
      url: `/v1/accounts/${id}/external_accounts`,
    },
    future_requirements: requirements([]),
    metadata: {},
    payouts_enabled: false,
    requirements: requirements(DUE),
    settings: {
      branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
      card_payments: {
        statement_descriptor_prefix: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
      dashboard: { display_name: null, timezone: "Etc/UTC" },
      payments: {
        statement_descriptor: null,
        statement_descriptor_kana: null,
        statement_descriptor_kanji: null,
        statement_descriptor_prefix_kana: null,
        statement_descriptor_prefix_kanji: null,
      },
    },
    tos_acceptance: { date: null, ip: null, user_agent: null },
    type: params.type ?? (dashboard === "express" ? "express" : dashboard === "none" ? "custom" : "standard"),
  };
}

function apply(account: Account, params: Common): void {
  if (params.email !== undefined) account.email = params.email;
  if (params.business_type !== undefined) account.business_type = params.business_type;
  if (params.default_currency !== undefined) account.default_currency = params.default_currency.toLowerCase();
  if (account.business_profile) Object.assign(account.business_profile, params.business_profile);
  account.metadata = mergeMetadata(account.metadata ?? {}, params.metadata);
  const statement = params.settings?.payments?.statement_descriptor;
  if (statement !== undefined && account.settings) account.settings.payments.statement_descriptor = statement;
  const active = account.charges_enabled ? "active" : "inactive";
  for (const [name, { requested }] of Object.entries(params.capabilities ?? {}))
    if (requested === "true") account.capabilities = { ...account.capabilities, [name]: active };
}

function create(tx: Tx, params: Creating): Account {
  const country = (params.country ?? "US").toUpperCase();
  const currency = COUNTRIES[country];
  if (currency === undefined)
    throw invalid(`Country '${country}' is unknown.`, "country", "country_unsupported");
  if (params.type !== undefined && params.controller !== undefined)
    throw invalid("You may only specify one of these parameters: type, controller.", "type");
  const account = blank(tx, params, currency, country);
  apply(account, params);
  tx.save(account);
  return account;
}

/** Completes an account's onboarding: enables charges and payouts, or disables them again. */
export function complete(tx: Tx, account: Account, enabled = true): void {
  const previous = { charges_enabled: account.charges_enabled, payouts_enabled: account.payouts_enabled };
  account.details_submitted = true;
  account.charges_enabled = enabled;
  account.payouts_enabled = enabled;
  account.requirements = requirements(enabled ? [] : DUE);
  const state = enabled ? "active" : "inactive";
  account.capabilities = Object.fromEntries(
    Object.keys(account.capabilities ?? {}).map((name) => [name, state]),
  );
  tx.save(account);
  tx.emit("account.updated", account, previous, account.id);
}

/** How long an account link is valid. */
const LINK_SECONDS = 300;

/** The destinations of an account link, which is valid once. */
export interface LinkNotes {
  readonly account: string;
  readonly returnUrl: string;
  readonly refreshUrl: string;
  readonly expiresAt: number;
  readonly used?: boolean;
}

function assertUrl(url: string, param: string): string {
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw invalid("Not a valid URL", param, "url_invalid");
  return url;
}

export const accounts = [
  endpoint("POST", "/v1/accounts", creating, ({ tx }, params) => create(tx, params)),
  endpoint("GET", "/v1/accounts", { ...paging, expand: ignored }, ({ tx }, params) =>
    page("/v1/accounts", tx.list("account"), params),
  ),
  endpoint("GET", "/v1/accounts/:id", { expand: ignored }, ({ tx, ids: [id = ""] }) => tx.get("account", id)),
  endpoint("POST", "/v1/accounts/:id", common, ({ tx, ids: [id = ""] }, params) => {
    const account = tx.get("account", id);
    apply(account, params);
    tx.save(account);
    tx.emit("account.updated", account, {}, account.id);
    return account;
  }),
  endpoint("DELETE", "/v1/accounts/:id", {}, ({ tx, ids: [id = ""] }) => {
    if (!tx.find("account", id)) throw outOfReach(id);
    tx.delete(`account/${id}`);
    return { id, object: "account", deleted: true };
  }),
  endpoint(
    "POST",
    "/v1/account_links",
    {
      account: text,
      type: oneOf("account_onboarding", "account_update"),
      return_url: text,
      refresh_url: text,
      collect: ignored,
      collection_options: ignored,
      expand: ignored,
    },
    ({ tx, settings }, params) => {
      const { id } = tx.get("account", params.account, "account");
      const notes: LinkNotes = {
        account: id,
        returnUrl: assertUrl(params.return_url, "return_url"),
        refreshUrl: assertUrl(params.refresh_url, "refresh_url"),
        expiresAt: tx.now + LINK_SECONDS,
      };
      const token = randomText(24);
      tx.addNotes(`link_${token}`, { ...notes });
      return {
        object: "account_link",
        created: tx.now,
        expires_at: notes.expiresAt,
        url: `${settings.base}/pages/onboarding/${token}`,
      } satisfies Stripe.AccountLink;
    },
  ),
];
