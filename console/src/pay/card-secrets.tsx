import { useQuery } from "@tanstack/react-query";
import { Eye } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { Problem } from "../api/problem.ts";
import { useWrite } from "../api/queries.ts";
import { cardQuery } from "../cards/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { Definitions, Failure, Loaded } from "../ui/list.tsx";
import { providerQuery, SHOWN_MS } from "./provider.ts";

/** The number of an issued card, in the provider's frames: neither this page nor the platform receives it. */

/** The fields as the provider's script names them, and what its button copies. */
const fields = [
  ["issuingCardNumberDisplay", text("Number", "Numéro"), "number"],
  ["issuingCardExpiryDisplay", text("Expires", "Expire fin"), undefined],
  ["issuingCardCvcDisplay", text("Security code", "Cryptogramme"), undefined],
] as const;

export function CardSecrets({ cardId }: { readonly cardId: string }) {
  const say = useSay();
  const card = useQuery(cardQuery(cardId));
  const provider = useQuery(providerQuery);
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={card}>
        {({ providerCardId }) =>
          providerCardId !== null &&
          typeof provider.data?.publishableKey === "string" && (
            <Secrets
              cardId={cardId}
              providerCardId={providerCardId}
              publishableKey={provider.data.publishableKey}
            />
          )
        }
      </Loaded>
      <a href={`/app/cards/${cardId}`} className={buttonClass({ kind: "secondary" })}>
        {say(text("Back to the card", "Retour à la carte"))}
      </a>
    </div>
  );
}

interface SecretsProps {
  readonly cardId: string;
  readonly providerCardId: string;
  readonly publishableKey: string;
}

function Secrets({ cardId, providerCardId: issuingCard, publishableKey }: SecretsProps) {
  const say = useSay();
  const places = useRef(new Map<string, HTMLElement>());
  const unmount = useRef(() => {});
  const [isShown, setShown] = useState(false);
  const show = useWrite({
    flow: `card-display-${cardId}`,
    run: async () => {
      // The script is loaded by need only: it contacts the provider.
      const { loadStripe } = await import("@stripe/stripe-js/pure");
      const stripe = await loadStripe(publishableKey);
      const { nonce, error } = (await stripe?.createEphemeralKeyNonce({ issuingCard })) ?? {};
      if (!stripe || nonce === undefined) throw new Problem(error?.message ?? "");
      const { ephemeralKeySecret } = await dataOf(
        client.POST("/api/v1/mobile/cards/{id}/display-key", {
          params: { path: { id: cardId } },
          body: { nonce },
        }),
      );
      return { elements: stripe.elements(), nonce, ephemeralKeySecret };
    },
    onDone: ({ elements, nonce, ephemeralKeySecret }) => {
      const { color, fontSize } = getComputedStyle(document.body);
      const options = { issuingCard, nonce, ephemeralKeySecret, style: { base: { color, fontSize } } };
      const mounted = fields.flatMap(([name, , toCopy]) => {
        const element = elements.create(name as "issuingCardNumberDisplay", options);
        element.mount(places.current.get(name) as HTMLElement);
        if (toCopy === undefined) return [element];
        const copy = elements.create("issuingCardCopyButton", { toCopy });
        copy.mount(places.current.get("copy") as HTMLElement);
        return [element, copy];
      });
      unmount.current = () => {
        for (const element of mounted) element.destroy();
        unmount.current = () => {};
      };
      setShown(true);
    },
  });
  useEffect(() => () => unmount.current(), []);
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => {
      unmount.current();
      setShown(false);
    }, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  const place = (name: string): ReactNode => (
    <span
      key={name}
      ref={(element) => {
        if (element) places.current.set(name, element);
      }}
      className={name === "copy" ? "size-6" : "min-h-6 min-w-40"}
    />
  );
  return (
    <>
      <p className="text-sm text-soft">
        {say(
          text(
            "The number comes directly from the card's provider, and disappears after a minute.",
            "Le numéro vient directement de l'émetteur de la carte et disparaît après une minute.",
          ),
        )}
      </p>
      <Failure problem={show.error} />
      <Definitions
        items={fields.map(([name, label, toCopy]) => [
          say(label),
          <span key={name} className="flex items-center justify-end gap-2">
            {!isShown && <span aria-hidden>••••</span>}
            {place(name)}
            {toCopy !== undefined && place("copy")}
          </span>,
        ])}
      />
      {!isShown && (
        <Button busy={show.isPending} onClick={() => show.mutate(undefined)}>
          <Eye className="size-4" aria-hidden />
          {say(text("Show number", "Afficher le numéro"))}
        </Button>
      )}
    </>
  );
}
