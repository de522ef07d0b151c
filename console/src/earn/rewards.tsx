import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { type Text, text, useSay } from "../language.tsx";
import { Loaded, Row, Rows } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { rewardsQuery } from "./queries.ts";

/** The rewards paid so far. */

const kinds: Readonly<Record<"claimed" | "unstaked" | "compounded", Text>> = {
  claimed: text("Claimed", "Perçue"),
  unstaked: text("Paid when unstaking", "Versée à la sortie"),
  compounded: text("Added to the stake", "Ajoutée à la mise"),
};

export function Rewards() {
  const say = useSay();
  const query = useQuery(rewardsQuery);
  if (query.data?.data.length === 0) return null;
  return (
    <Card flush title={say(text("Latest rewards", "Dernières récompenses"))}>
      <Loaded query={query}>
        {({ data }) => (
          <Rows label={say(text("Latest rewards", "Dernières récompenses"))}>
            {data.map(({ id, kind, amount, asset, created_at }) => (
              <Row
                key={id}
                icon={
                  <span
                    aria-hidden
                    className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken"
                  >
                    <Coins className="size-4.5 text-soft" />
                  </span>
                }
                title={say(kinds[kind])}
                detail={<Time iso={created_at} />}
                end={<Amount value={amount} asset={asset} signed />}
              />
            ))}
          </Rows>
        )}
      </Loaded>
    </Card>
  );
}
