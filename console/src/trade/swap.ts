import { queryOptions } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { client, dataOf, type paths, type Schemas } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { useWrite, wasRefused } from "../api/queries.ts";

/** The state of a swap from its entry to its receipt. */

type SwapBody = paths["/v1/exchange/swaps"]["post"]["requestBody"]["content"]["application/json"];

/** A quote, and until when the browser's clock may use it. */
export type Quote = Schemas["SwapQuote"] & { readonly validUntilMs: number };

export interface SwapDraft {
  /** The side whose amount the user has entered. The quote fills the other one. */
  readonly side: "in" | "out";
  readonly amount: string;
  /** Percent by which the price may move until the swap. */
  readonly tolerance: string;
  /** The quote under review. */
  readonly quote?: Quote | undefined;
  /** A request that was sent and has no answer yet. It is repeated unchanged, so that it is executed once. */
  readonly sent?: SwapBody | undefined;
}

export const NO_SWAP: SwapDraft = { side: "in", amount: "", tolerance: "0.5" };

const LONGEST_MS = 60_000;
const USUAL_MS = 30_000;

/** Returns when a quote expires by the browser's clock, which may be wrong by more than the quote's time. */
function validUntil(expiresAt: string): number {
  const now = Date.now();
  const left = Date.parse(expiresAt) - now;
  return now + (left > 0 && left <= LONGEST_MS ? left : USUAL_MS);
}

export interface QuoteRequest extends Pick<SwapDraft, "side" | "amount" | "tolerance"> {
  readonly from: string;
  readonly to: string;
}

export const quoteQuery = ({ from, to, side, amount, tolerance }: QuoteRequest) =>
  queryOptions({
    queryKey: ["quote", from, to, side, amount, tolerance],
    queryFn: async (): Promise<Quote> => {
      const quote = await dataOf(
        client.GET("/api/defi/dex/quote", {
          params: {
            query: {
              tokenIn: from,
              tokenOut: to,
              slippage: tolerance,
              ...(side === "in" ? { amountIn: amount } : { amountOut: amount }),
            },
          },
        }),
      );
      return { ...quote, validUntilMs: validUntil(quote.expiresAt) };
    },
    refetchInterval: 15_000,
  });

/** Returns the request that executes a quote: an exact input, or an exact output if the user has entered that side. */
export function swapBody(side: SwapDraft["side"], quote: Quote): SwapBody {
  const { tokenIn, tokenOut, amountIn, amountOut, minimumReceived, maximumAmountIn, expiresAt } = quote;
  const assets = { asset_in: tokenIn, asset_out: tokenOut, deadline: expiresAt };
  return side === "in"
    ? { ...assets, amount_in: amountIn, min_amount_out: minimumReceived }
    : { ...assets, amount_out: amountOut, max_amount_in: maximumAmountIn ?? amountIn };
}

interface SwapHandlers {
  readonly onDone: (swapId: string) => void;
  /** The platform has answered that it has not executed the request. */
  readonly onRefused: () => void;
}

export const useSwap = ({ onDone, onRefused }: SwapHandlers) =>
  useWrite({
    flow: "swap",
    run: async (body: SwapBody, headers) => {
      try {
        return await dataOf(client.POST("/v1/exchange/swaps", { headers, body }));
      } catch (error) {
        if (error instanceof Problem && wasRefused(error)) onRefused();
        throw error;
      }
    },
    changes: [["money"], ["pairs"], ["quote"]],
    onDone: ({ id }) => onDone(id),
  });

const SECOND = 1000;

/** Returns the seconds until a moment, each second. */
export function useSecondsLeft(untilMs: number): number {
  const left = () => Math.max(0, Math.ceil((untilMs - Date.now()) / SECOND));
  const [seconds, setSeconds] = useState(left);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` is the moment's
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), SECOND / 2);
    return () => clearInterval(timer);
  }, [untilMs]);
  return seconds;
}

/** Returns a value once it has not changed for a moment, so that typing sends no request for every key. */
export function useSettled<T>(value: T, ms = 250): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
