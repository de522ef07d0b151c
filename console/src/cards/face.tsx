import clsx from "clsx";
import { Nfc } from "lucide-react";
import { useSay } from "../language.tsx";
import { type Card, cardTypes } from "./queries.ts";

/** The picture of a card. Its texts are also beside it, so it is decoration. */
export function CardFace({ card, small = false }: { readonly card: Card; readonly small?: boolean }) {
  const say = useSay();
  const { last4, brand, cardholderName, expiryMonth, expiryYear, type, status, source } = card;
  const isOurs = source === "issued";
  return (
    <div
      aria-hidden
      className={clsx(
        "flex aspect-[1.586] flex-col justify-between rounded-lg bg-linear-135 p-4 text-white shadow-raised",
        small ? "w-24 shrink-0 rounded-md p-2 text-xs" : "w-full max-w-sm",
        type === "virtual" ? "from-[#1f3fae] to-[#0c1b52]" : "from-[#2b2f3a] to-[#0d0f14]",
        isOurs && status !== "active" && "opacity-55 grayscale",
      )}
    >
      <div className="flex items-start justify-between">
        <span className="font-semibold tracking-tight">{isOurs ? "svc" : brand}</span>
        {!small && <Nfc className="size-6" />}
      </div>
      {!small && <p className="text-xs opacity-80">{say(cardTypes[type])}</p>}
      <div>
        <p className={clsx("figure font-medium tracking-widest", small ? "text-xs" : "text-lg")}>
          {small ? `•• ${last4}` : `•••• •••• •••• ${last4}`}
        </p>
        {!small && (
          <div className="mt-2 flex items-end justify-between gap-4 text-xs">
            <span className="truncate uppercase">{cardholderName}</span>
            <span className="figure">
              {String(expiryMonth).padStart(2, "0")}/{String(expiryYear).slice(-2)}
            </span>
            <span className="font-semibold uppercase">{brand}</span>
          </div>
        )}
      </div>
    </div>
  );
}
