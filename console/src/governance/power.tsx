import { useQuery } from "@tanstack/react-query";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { Definitions, fact, Loaded } from "../ui/list.tsx";
import { Amount, Percent } from "../ui/money.tsx";
import { Card } from "../ui/surface.tsx";
import { TOKEN } from "./actions.ts";
import { Address } from "./names.tsx";
import { powerQuery } from "./queries.ts";
import { hasPower } from "./tally.tsx";

/** The user's votes and where they come from. */
export function PowerCard() {
  const say = useSay();
  const query = useQuery(powerQuery);
  return (
    <Card title={say(text("Your votes", "Vos votes"))}>
      <Loaded query={query}>
        {(power) => (
          <div className="flex flex-col gap-4">
            <div>
              <p className="text-lg font-semibold tracking-tight">
                <Amount value={power.totalPower} asset={TOKEN} />
              </p>
              <p className="text-sm text-soft">
                <Percent value={Number(power.votingPowerPercent)} />{" "}
                {say(text("of all votes", "de tous les votes"))}
              </p>
            </div>
            <Definitions
              items={[
                fact(
                  say(text("In your wallet", "Dans votre portefeuille")),
                  <Amount value={power.yaniBalance} asset={TOKEN} />,
                ),
                fact(
                  say(
                    text(
                      `Staked, counted × ${power.stakingMultiplier}`,
                      `Mis en jeu, comptés × ${power.stakingMultiplier}`,
                    ),
                  ),
                  <Amount value={power.stakedYani} asset={TOKEN} />,
                ),
                hasPower(power.delegatedPower) &&
                  fact(
                    say(text("Delegated to you", "Délégués à vous")),
                    <Amount value={power.delegatedPower} asset={TOKEN} />,
                  ),
                power.delegatedTo !== null &&
                  fact(
                    say(text("Your own votes are with", "Vos propres votes sont chez")),
                    <Address address={power.delegatedTo} />,
                  ),
              ]}
            />
            <div className="flex flex-wrap gap-2">
              <LinkButton to="/governance/delegates" kind="secondary" size="sm">
                {say(text("Delegate", "Déléguer"))}
              </LinkButton>
              <LinkButton to="/earn" kind="quiet" size="sm">
                {say(text("Stake for more votes", "Miser pour plus de votes"))}
              </LinkButton>
            </div>
          </div>
        )}
      </Loaded>
    </Card>
  );
}
