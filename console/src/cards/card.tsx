import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Eye, Hash, Snowflake } from "lucide-react";
import { useEffect, useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { accountsQuery, useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { providerQuery, SHOWN_MS, secretsPath } from "../pay/provider.ts";
import { Button, buttonClass } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { CopyButton, Definitions, Failure, Loaded, problemAt } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { Dialog } from "../ui/overlay.tsx";
import { Alert, Badge, Card, Page } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { Controls } from "./controls.tsx";
import { CardFace } from "./face.tsx";
import { type Card as BankCard, cardQuery, cardStatuses, cardTypes } from "./queries.ts";

/** One card: its state, secrets, limits and controls. */

export default function CardScreen() {
  const { id } = useParams({ from: "/cards/$id" });
  const card = useQuery(cardQuery(id));
  return <Loaded query={card}>{(loaded) => <Details card={loaded} />}</Loaded>;
}

function Details({ card }: { readonly card: BankCard }) {
  const say = useSay();
  const { data: accounts = [] } = useQuery(accountsQuery);
  const [open, setOpen] = useState<"pin">();
  const [status, tone] = cardStatuses[card.status];
  const isUsable = card.status === "active" || card.status === "frozen";
  return (
    <Page title={`${card.brand.toUpperCase()} •••• ${card.last4}`}>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <CardFace card={card} />
          {card.status === "frozen" && (
            <Alert title={say(text("This card is frozen", "Cette carte est bloquée"))}>
              {say(
                text(
                  "Payments and withdrawals are declined until you unfreeze it.",
                  "Les paiements et retraits sont refusés jusqu'au déblocage.",
                ),
              )}
            </Alert>
          )}
          {isUsable && (
            <div className="flex flex-wrap gap-2">
              <Freeze card={card} />
              <Secrets id={card.id} />
              <Button kind="secondary" onClick={() => setOpen("pin")}>
                <Hash className="size-4" aria-hidden />
                {say(text("Set the PIN", "Choisir le code PIN"))}
              </Button>
            </div>
          )}
          <Card>
            <Definitions
              items={[
                [
                  say(text("Status", "État")),
                  <Badge key="status" tone={tone}>
                    {say(status)}
                  </Badge>,
                ],
                [say(text("Kind", "Type")), say(cardTypes[card.type])],
                [
                  say(text("Pays from", "Débite")),
                  accounts.find(({ id }) => id === card.accountId)?.name ?? card.currency,
                ],
                [
                  say(text("Ordered", "Commandée le")),
                  <Time key="ordered" iso={card.createdAt} format="date" />,
                ],
              ]}
            />
          </Card>
        </div>
        {isUsable && card.settings && <Controls card={card} settings={card.settings} />}
      </div>
      {open === "pin" && <SetPin id={card.id} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function Freeze({ card: { id, status } }: { readonly card: BankCard }) {
  const say = useSay();
  const isFrozen = status === "frozen";
  const change = useWrite({
    flow: `freeze-${id}`,
    run: (freeze: boolean) => {
      const params = { path: { id } };
      return freeze
        ? dataOf(client.POST("/api/v1/mobile/cards/{id}/freeze", { params }))
        : dataOf(client.POST("/api/v1/mobile/cards/{id}/unfreeze", { params }));
    },
    changes: [["cards"]],
    onDone: (_, freeze) =>
      toast(
        say(
          freeze
            ? text("The card is frozen", "La carte est bloquée")
            : text("The card works again", "La carte fonctionne à nouveau"),
        ),
      ),
  });
  return (
    <>
      <Button
        kind={isFrozen ? "primary" : "secondary"}
        busy={change.isPending}
        onClick={() => change.mutate(!isFrozen)}
      >
        <Snowflake className="size-4" aria-hidden />
        {say(isFrozen ? text("Unfreeze", "Débloquer") : text("Freeze", "Bloquer"))}
      </Button>
      <Failure problem={change.error} />
    </>
  );
}

/** Shows the card's number after a proof: in the provider's frames on a page of their own, where its script is available. */
function Secrets({ id }: { readonly id: string }) {
  const say = useSay();
  const { data: provider } = useQuery(providerQuery);
  if (!provider) return null;
  if (provider.publishableKey === null) return <DoubleSecrets id={id} />;
  return (
    <a href={secretsPath(id)} className={buttonClass({ kind: "secondary" })}>
      <Eye className="size-4" aria-hidden />
      {say(text("Show number", "Afficher le numéro"))}
    </a>
  );
}

/** The number from the provider's double, which has no frames. It is neither cached nor stored, and disappears after a minute. */
function DoubleSecrets({ id }: { readonly id: string }) {
  const say = useSay();
  const read = useWrite({
    flow: `card-details-${id}`,
    run: () => dataOf(client.GET("/api/v1/mobile/cards/{id}/details", { params: { path: { id } } })),
  });
  const { data: shown, reset } = read;
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(reset, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown, reset]);
  return (
    <>
      <Button kind="secondary" busy={read.isPending} onClick={() => read.mutate(undefined)}>
        <Eye className="size-4" aria-hidden />
        {say(text("Show number", "Afficher le numéro"))}
      </Button>
      <Failure problem={read.error} />
      <Dialog
        open={shown !== undefined}
        onClose={reset}
        title={say(text("Card details", "Coordonnées de la carte"))}
        lead={say(text("They disappear after a minute.", "Elles disparaissent après une minute."))}
      >
        {shown && (
          <Definitions
            items={[
              [
                say(text("Number", "Numéro")),
                <span key="number" className="flex items-center justify-end gap-2">
                  <span className="figure">{shown.cardNumber.replace(/(\d{4})(?=\d)/g, "$1 ")}</span>
                  <CopyButton value={shown.cardNumber} label={say(text("Number", "Numéro"))} />
                </span>,
              ],
              [say(text("Expires", "Expire fin")), `${shown.expiryMonth}/${shown.expiryYear}`],
              [
                say(text("Security code", "Cryptogramme")),
                <span key="cvv" className="figure">
                  {shown.cvv}
                </span>,
              ],
              [say(text("Name", "Nom")), shown.cardholderName],
            ]}
          />
        )}
      </Dialog>
    </>
  );
}

function SetPin({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const say = useSay();
  const [pin, setPin] = useState("");
  const set = useWrite({
    flow: `pin-${id}`,
    run: (body: { readonly pin: string }) =>
      dataOf(client.POST("/api/v1/mobile/cards/{id}/pin", { params: { path: { id } }, body })),
    onDone: () => {
      toast(say(text("The new PIN is valid now", "Le nouveau code PIN est actif")));
      onClose();
    },
  });
  return (
    <Dialog open onClose={onClose} title={say(text("Set the PIN", "Choisir le code PIN"))}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          set.mutate({ pin });
        }}
      >
        <Input
          label={say(text("New PIN", "Nouveau code PIN"))}
          hint={say(text("Four digits", "Quatre chiffres"))}
          problem={problemAt(set.error, "pin") ?? set.error?.message}
          value={pin}
          onChange={({ target }) => setPin(target.value.replace(/\D/g, "").slice(0, 4))}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          required
          minLength={4}
        />
        <Button type="submit" busy={set.isPending} disabled={pin.length !== 4}>
          {say(text("Save", "Enregistrer"))}
        </Button>
      </form>
    </Dialog>
  );
}
