import { defineError } from "../kernel/errors.ts";

export const AssetNotFound = defineError("ASSET_NOT_FOUND", "not-found", "There is no such asset.");
export const InvalidRange = defineError("INVALID_RANGE", "invalid", "from must not be after to.");
export const RangeTooDeep = defineError(
  "RANGE_TOO_DEEP",
  "invalid",
  "History reaches back 365 days. Ask for a later from.",
);
export const TooManyCandles = defineError(
  "TOO_MANY_CANDLES",
  "invalid",
  "The range has more candles than one answer holds. Ask for a shorter range or a longer interval.",
);
export const PricesStale = defineError(
  "PRICES_STALE",
  "unavailable",
  "Prices are too old to act on at the moment. Try again shortly.",
);
