import clsx from "clsx";
import { useLanguage } from "../language.tsx";

/** Amounts and dates in the user's language. */

/** The digits that people see of an asset. The full value is in the title and is copied. */
const digits: Readonly<Record<string, number>> = { EUR: 2, USD: 2, GBP: 2, BTC: 8, ETH: 6, USDC: 2 };
const TOKEN_DIGITS = 4;
const CURRENCIES = new Set(["EUR", "USD", "GBP"]);

export const digitsOf = (asset: string): number => digits[asset] ?? TOKEN_DIGITS;

/** A decimal of the API: a string, or a JSON number. */
export type Decimal = string | number;

/** Formats an amount of whole units. A string keeps all its digits, because `Intl` reads it as a decimal. */
export function formatAmount(value: Decimal, asset: string, language: string, full = false): string {
  const places = full ? 18 : digitsOf(asset);
  const isCurrency = CURRENCIES.has(asset);
  const format = new Intl.NumberFormat(language === "fr" ? "fr-FR" : "en-GB", {
    ...(isCurrency && { style: "currency", currency: asset, currencyDisplay: "narrowSymbol" }),
    minimumFractionDigits: Math.min(2, places),
    maximumFractionDigits: places,
  });
  const shown = format.format(value as number);
  return isCurrency ? shown : `${shown} ${asset}`;
}

interface AmountProps {
  readonly value: Decimal;
  readonly asset: string;
  /** Whether to show a plus or minus, and its colour. */
  readonly signed?: boolean;
  readonly className?: string;
}

export function Amount({ value, asset, signed = false, className }: AmountProps) {
  const { language } = useLanguage();
  const isIncoming = signed && Number(value) > 0;
  const shown = formatAmount(value, asset, language).replace(/^-/, "−");
  return (
    <span
      className={clsx("figure", isIncoming && "text-good", className)}
      title={formatAmount(value, asset, language, true)}
    >
      {isIncoming ? `+${shown}` : shown}
    </span>
  );
}

/** The amount that a screen is about. A long one wraps before its asset. */
export const BigAmount = (props: Omit<AmountProps, "className">) => (
  <Amount {...props} className="text-xl font-semibold tracking-tight whitespace-normal!" />
);

export function Percent({ value, signed = false }: { readonly value: number; readonly signed?: boolean }) {
  const { language } = useLanguage();
  const shown = new Intl.NumberFormat(language, {
    style: "percent",
    maximumFractionDigits: 2,
    minimumFractionDigits: 2,
    ...(signed && { signDisplay: "exceptZero" }),
  })
    .format(value / 100)
    .replace("-", "−");
  return (
    <span
      className={clsx("figure", signed && (value > 0 ? "text-good" : value < 0 ? "text-bad" : "text-soft"))}
    >
      {shown}
    </span>
  );
}

const formats = {
  date: { dateStyle: "medium" },
  time: { timeStyle: "short" },
  minute: { dateStyle: "medium", timeStyle: "short" },
  day: { weekday: "long", day: "numeric", month: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** Formats a moment of ISO 8601 in the browser's time zone. */
export const formatTime = (iso: string, language: string, format: keyof typeof formats = "minute"): string =>
  new Intl.DateTimeFormat(language === "fr" ? "fr-FR" : "en-GB", formats[format]).format(new Date(iso));

export function Time({ iso, format }: { readonly iso: string; readonly format?: keyof typeof formats }) {
  const { language } = useLanguage();
  return (
    <time dateTime={iso} className="figure">
      {formatTime(iso, language, format)}
    </time>
  );
}

const symbols: Readonly<Record<string, string>> = { EUR: "€", USD: "$", GBP: "£", BTC: "B", ETH: "Ξ" };
const grounds: Readonly<Record<string, string>> = {
  EUR: "bg-[#2c4fc4]",
  USD: "bg-[#256b3f]",
  GBP: "bg-[#5b3aa8]",
  BTC: "bg-[#b85f00]",
  ETH: "bg-[#4b5b9e]",
  USDC: "bg-[#1f67b5]",
};

/** The disc of an asset. Its name stands beside it, so it is decoration. */
export const AssetIcon = ({ asset, small = false }: { readonly asset: string; readonly small?: boolean }) => (
  <span
    aria-hidden
    className={clsx(
      "grid shrink-0 place-items-center rounded-full font-semibold text-white",
      small ? "size-6 text-xs" : "size-10 text-sm",
      grounds[asset] ?? "bg-[#7a2f8f]",
    )}
  >
    {symbols[asset] ?? asset.slice(0, 1)}
  </span>
);
