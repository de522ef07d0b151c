import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Users } from "lucide-react";
import { client, dataOf } from "../api/client.ts";
import { useReview } from "../api/review.ts";
import { text, useSay } from "../language.tsx";
import { LinkButton } from "../ui/button.tsx";
import { ApiCall, Definitions, fact, Loaded, Row, Rows } from "../ui/list.tsx";
import { Amount, Time } from "../ui/money.tsx";
import { ReviewDialog } from "../ui/review.tsx";
import { Card, Empty, Page } from "../ui/surface.tsx";
import { TOKEN } from "./actions.ts";
import { DelegateDialog } from "./delegate.tsx";
import { Address, isSameAddress } from "./names.tsx";
import { activeVotersQuery, delegationQuery } from "./queries.ts";

/** Delegation: who votes for the user, for whom the user votes, and who votes regularly. */

const route = getRouteApi("/governance/delegates");
const PATH = "/api/defi/governance/delegation" as const;
const NEW = "new";
const BACK = "back";

export default function Delegates() {
  const say = useSay();
  const { to } = route.useSearch();
  const navigate = route.useNavigate();
  const delegation = useQuery(delegationQuery);
  const voters = useQuery(activeVotersQuery);
  const close = () => navigate({ search: {}, resetScroll: false });
  const own = delegation.data?.address;
  return (
    <Page
      title={say(text("Delegates", "Délégués"))}
      lead={say(
        text(
          "Let someone you trust vote with your tokens. They stay in your wallet, and you can take the votes back at any time.",
          "Laissez une personne de confiance voter avec vos jetons. Ils restent dans votre portefeuille et vous pouvez reprendre les votes à tout moment.",
        ),
      )}
      actions={
        <LinkButton to="/governance" kind="secondary">
          {say(text("Back to Governance", "Retour à la gouvernance"))}
        </LinkButton>
      }
    >
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        <Card flush title={say(text("Active voters", "Votants actifs"))}>
          <Loaded query={voters}>
            {(all) => {
              const others = all.filter(({ address }) => own === undefined || !isSameAddress(address, own));
              return others.length === 0 ? (
                <Empty icon={Users} title={say(text("Nobody has voted lately", "Aucun vote récent"))} />
              ) : (
                <Rows label={say(text("Active voters", "Votants actifs"))}>
                  {others.map(({ address, power, votes }) => (
                    <Row
                      key={address}
                      title={<Address address={address} />}
                      detail={say(
                        votes === 1
                          ? text("Voted on 1 recent proposal", "A voté sur 1 proposition récente")
                          : text(
                              `Voted on ${votes} recent proposals`,
                              `A voté sur ${votes} propositions récentes`,
                            ),
                      )}
                      end={<Amount value={power} asset={TOKEN} />}
                      actions={
                        <LinkButton
                          to="."
                          search={{ to: address }}
                          resetScroll={false}
                          kind="secondary"
                          size="sm"
                        >
                          {say(DELEGATE)}
                        </LinkButton>
                      }
                    />
                  ))}
                </Rows>
              );
            }}
          </Loaded>
        </Card>
        <Card title={say(text("Your delegation", "Votre délégation"))}>
          <Loaded query={delegation}>
            {({ address, delegatedTo, since, delegators }) => (
              <div className="flex flex-col gap-4">
                <Definitions
                  items={[
                    fact(
                      say(text("Your votes are with", "Vos votes sont chez")),
                      <Address address={delegatedTo ?? address} own={address} />,
                    ),
                    since !== null && fact(say(text("Since", "Depuis")), <Time iso={since} format="date" />),
                    fact(
                      say(text("Accounts that delegate to you", "Comptes qui vous délèguent")),
                      delegators,
                    ),
                    fact(say(text("Your address", "Votre adresse")), <Address address={address} canCopy />),
                  ]}
                />
                <div className="flex flex-wrap gap-2">
                  <LinkButton to="." search={{ to: NEW }} resetScroll={false} size="sm">
                    {say(text("Delegate to an address", "Déléguer à une adresse"))}
                  </LinkButton>
                  {delegatedTo !== null && (
                    <LinkButton to="." search={{ to: BACK }} resetScroll={false} kind="secondary" size="sm">
                      {say(TAKE_BACK)}
                    </LinkButton>
                  )}
                </div>
              </div>
            )}
          </Loaded>
        </Card>
      </div>
      <ApiCall method="GET" path={PATH} />
      {to === BACK && <TakeBackDialog onClose={close} />}
      {to !== undefined && to !== BACK && (
        <DelegateDialog key={to} given={to === NEW ? "" : to} onClose={close} />
      )}
    </Page>
  );
}

const DELEGATE = text("Delegate", "Déléguer");
const TAKE_BACK = text("Take your votes back", "Reprendre vos votes");

function TakeBackDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const flow = useReview(
    {
      flow: "take-back-votes",
      run: (_body: Record<string, never>, headers) => dataOf(client.DELETE(PATH, { headers })),
      changes: [["governance"]],
    },
    {},
  );
  return (
    <ReviewDialog
      flow={flow}
      onClose={onClose}
      title={say(TAKE_BACK)}
      review={() => ({
        facts: [
          fact(
            say(text("Applies to", "S'applique aux")),
            say(text("Votes that start from now on", "Votes qui commencent désormais")),
          ),
        ],
      })}
      action={() => say(TAKE_BACK)}
      call={() => ({ method: "DELETE", path: PATH })}
      receipt={() => ({
        title: say(text("Your votes are yours again", "Vos votes sont de nouveau à vous")),
        facts: [],
      })}
    />
  );
}
