import { useState } from "react";
import { client, dataOf, type paths, type Schemas } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { type Text, text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input, Toggle } from "../ui/field.tsx";
import { Failure, problemAt } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import type { Card as BankCard } from "./queries.ts";

/** Where a card pays, and how much. */

type Settings = Schemas["MobileCardSettings"];
type Change =
  paths["/api/v1/mobile/cards/{id}/settings"]["put"]["requestBody"]["content"]["application/json"];

const switches: Readonly<
  Record<"onlinePayments" | "contactless" | "atmWithdrawals" | "abroad", readonly [Text, Text]>
> = {
  onlinePayments: [
    text("Online payments", "Paiements en ligne"),
    text("On the web and in apps", "Sur le web et dans les applications"),
  ],
  contactless: [
    text("Contactless", "Sans contact"),
    text("Without inserting the card", "Sans insérer la carte"),
  ],
  atmWithdrawals: [
    text("Cash withdrawals", "Retraits d'espèces"),
    text("At cash machines", "Aux distributeurs"),
  ],
  abroad: [
    text("Payments abroad", "Paiements à l'étranger"),
    text("Outside your country", "Hors de votre pays"),
  ],
};
const limitNames: Readonly<Record<keyof Settings["limits"], Text>> = {
  perTransaction: text("Each payment", "Par paiement"),
  daily: text("Each day", "Par jour"),
  monthly: text("Each month", "Par mois"),
};

const useSettings = (id: string, flow: string, onDone?: () => void) =>
  useWrite({
    flow: `${flow}-${id}`,
    run: (body: Change) =>
      dataOf(client.PUT("/api/v1/mobile/cards/{id}/settings", { params: { path: { id } }, body })),
    changes: [["cards"]],
    onDone,
  });

export function Controls({ card, settings }: { readonly card: BankCard; readonly settings: Settings }) {
  const say = useSay();
  const change = useSettings(card.id, "controls");
  return (
    <div className="flex flex-col gap-6">
      <Card title={say(text("Where it works", "Où elle fonctionne"))}>
        <div className="flex flex-col gap-3">
          <Failure problem={change.error} />
          {(Object.keys(switches) as (keyof typeof switches)[]).map((name) => (
            <Toggle
              key={name}
              label={say(switches[name][0])}
              hint={say(switches[name][1])}
              checked={
                change.isPending && change.variables?.[name] !== undefined
                  ? change.variables[name]
                  : settings[name]
              }
              disabled={change.isPending}
              onChange={({ target }) => change.mutate({ [name]: target.checked })}
            />
          ))}
        </div>
      </Card>
      <Limits card={card} limits={settings.limits} />
    </div>
  );
}

function Limits({ card, limits }: { readonly card: BankCard; readonly limits: Settings["limits"] }) {
  const say = useSay();
  const [draft, setDraft] = useState<Partial<Record<keyof typeof limits, string>>>({});
  const save = useSettings(card.id, "limits", () => {
    setDraft({});
    toast(say(text("The limits are saved", "Les plafonds sont enregistrés")));
  });
  const names = Object.keys(limitNames) as (keyof typeof limits)[];
  const shown = (name: keyof typeof limits) =>
    draft[name] ?? (limits[name] === null ? "" : String(limits[name]));
  return (
    <Card
      title={say(text("Limits", "Plafonds"))}
      lead={say(
        text("An empty field means no limit of yours.", "Un champ vide : aucun plafond de votre part."),
      )}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({
            limits: Object.fromEntries(
              Object.entries(draft).map(([name, value]) => [name, value === "" ? null : value]),
            ),
          });
        }}
      >
        {names.map((name) => (
          <Input
            key={name}
            label={say(limitNames[name])}
            value={shown(name)}
            onChange={({ target }) =>
              setDraft({ ...draft, [name]: target.value.replace(",", ".").replace(/[^\d.]/g, "") })
            }
            suffix={card.currency ?? "EUR"}
            inputMode="decimal"
            problem={problemAt(save.error, `limits.${name}`)}
          />
        ))}
        {save.error && names.every((name) => problemAt(save.error, `limits.${name}`) === undefined) && (
          <Failure problem={save.error} />
        )}
        <div>
          <Button
            type="submit"
            kind="secondary"
            busy={save.isPending}
            disabled={Object.keys(draft).length === 0}
          >
            {say(text("Save the limits", "Enregistrer les plafonds"))}
          </Button>
        </div>
      </form>
    </Card>
  );
}
