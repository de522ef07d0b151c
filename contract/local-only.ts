/**
 * Settings, or values of settings, for local stages and tests only. Production rejects them, because they create money,
 * invent prices or skip checks unnoticed.
 */

/** Values of the local runtime that must not be used in production. */
export const localValues = {
  /** Belongs to no bank. */
  IBAN_RANGE: "FR9999900001",
  /** The first test vector of BIP 32, whose private key is public. */
  CUSTODY_XPUB:
    "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8",
} as const;

interface LaptopOnly {
  /** Returns whether production rejects a value. */
  readonly is: (value: string) => boolean;
  /** The rule in production. It continues a sentence that begins with the setting's name. */
  readonly rule: string;
}

const always: LaptopOnly = { is: () => true, rule: "must be unset" };

const when = (value: string): LaptopOnly => ({
  is: (current) => current === value,
  rule: `must not be "${value}"`,
});

const loopback = /^(localhost|.+\.(localhost|local)|127\.[\d.]+|0\.0\.0\.0|\[::1?\])$/;

/** Returns whether an address is invalid, unencrypted or on this machine, and so cannot be a real service's. */
const ofDouble = (text: string): boolean => {
  const address = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  return address?.protocol !== "https:" || loopback.test(address.hostname);
};

const double: LaptopOnly = { is: ofDouble, rule: "must begin with https:// and point to another machine" };

export const localOnly: Readonly<Record<string, LaptopOnly>> = {
  PORT: always,
  HOST: always,
  SIGN_IN_MAX: always,
  DYNAMODB_ENDPOINT: always,
  LOCAL_DATA: always,
  LOCAL_TABLE: always,
  LOCAL_DEMO: always,
  LOCAL_LOG: always,
  OBJECTS_PATH_STYLE: when("true"),
  EGRESS_ALLOW_PRIVATE: when("true"),
  CONTRACT_CHECK: when("true"),
  METRICS_DISABLED: when("true"),
  BCRYPT_COST: { is: (value) => Number(value) < 12, rule: "must be 12 or more" },
  COMMON_PASSWORDS: when("accept"),
  ROLE_FOUR_EYES: when("false"),
  ADJUSTMENT_FOUR_EYES: when("false"),
  STAFF_SECOND_FACTOR: when("off"),
  FAUCET_ENABLED: when("true"),
  DEMO_API_KEY: always,
  PRICE_SOURCE: {
    is: (value) => value.includes("simulated"),
    rule: "must name real sources only, such as binance,coingecko",
  },
  PRICE_SEED: always,
  STRIPE_LIVEMODE: when("false"),
  IBAN_RANGE: when(localValues.IBAN_RANGE),
  CUSTODY_XPUB: when(localValues.CUSTODY_XPUB),
  CORS_ORIGINS: {
    is: (value) => value.split(",").some(ofDouble),
    rule: "must be https:// origins of other machines",
  },
  PWNED_PASSWORDS_URL: double,
  STRIPE_URL: double,
  BANK_URL: double,
  BINANCE_URL: double,
  COINGECKO_URL: double,
  GITHUB_BASE_URL: double,
  GITHUB_API_URL: double,
  GOOGLE_ISSUER: double,
};

/** Returns a line for each variable that production rejects: the name and the rule, never the value. */
export function rejectedInProduction(
  variables: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return Object.entries(localOnly).flatMap(([name, { is, rule }]) => {
    const value = variables[name] ?? "";
    return value !== "" && is(value) ? [`${name} ${rule} in production`] : [];
  });
}
