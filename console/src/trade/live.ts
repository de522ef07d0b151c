import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { pricesQuery } from "../api/queries.ts";

/** Prices as they change. They go into the list of prices, so that every screen that shows a price is live. */

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

interface Update {
  readonly type: string;
  readonly symbol: string;
  readonly price: string;
  readonly change24h: string;
  readonly volume24h: string;
  readonly timestamp: string;
}

/** Subscribes to symbols while the screen is open. Returns whether prices arrive. */
export function useLivePrices(symbols: readonly string[]): boolean {
  const queries = useQueryClient();
  const [isLive, setLive] = useState(false);
  const wanted = symbols.join();
  useEffect(() => {
    if (wanted === "") return undefined;
    let pause = FIRST_PAUSE_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let socket: WebSocket | undefined;
    const receive = ({ data }: MessageEvent<string>) => {
      const update = JSON.parse(data) as Update;
      if (update.type !== "price_update") return;
      setLive(true);
      queries.setQueryData(pricesQuery.queryKey, (before) =>
        before?.map((one) =>
          one.symbol === update.symbol
            ? {
                ...one,
                price: update.price,
                priceUsd: update.price,
                change24h: update.change24h,
                volume24h: update.volume24h,
                lastUpdated: update.timestamp,
              }
            : one,
        ),
      );
    };
    const connect = () => {
      socket = new WebSocket(`${location.origin.replace("http", "ws")}/ws/prices`);
      socket.onopen = () => {
        pause = FIRST_PAUSE_MS;
        socket?.send(JSON.stringify({ action: "subscribe", symbols: wanted.split(",") }));
      };
      socket.onmessage = receive;
      socket.onclose = () => {
        setLive(false);
        timer = setTimeout(connect, pause);
        pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
      };
    };
    connect();
    return () => {
      clearTimeout(timer);
      if (!socket) return;
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    };
  }, [wanted, queries]);
  return isLive;
}
