import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { client, dataOf } from "../api/client.ts";
import { useWrite } from "../api/queries.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { CopyButton, Definitions, Loaded } from "../ui/list.tsx";
import { Card } from "../ui/surface.tsx";
import { toast } from "../ui/toasts.tsx";
import { referralQuery } from "./queries.ts";

/** The user's code for new users, and the field for somebody else's code. */
export function Referral() {
  const say = useSay();
  const referral = useQuery(referralQuery);
  return (
    <Card title={say(text("Invite friends", "Inviter des proches"))}>
      <Loaded query={referral}>
        {({ code, link, rewards, statistics, referredBy }) => (
          <div className="flex flex-col gap-4">
            <p className="text-sm text-soft">
              {say(
                text(
                  "You and your friend receive points once your friend is verified and has paid at a shop.",
                  "Vous et votre proche recevez des points dès que celui-ci est vérifié et a payé dans un commerce.",
                ),
              )}
            </p>
            <div className="flex flex-wrap items-center justify-between gap-2 rounded-md bg-sunken px-4 py-3">
              <span className="figure text-lg font-semibold tracking-wide">{code}</span>
              <CopyButton value={link} label={say(text("Link for friends", "Lien pour vos proches"))} />
            </div>
            <Definitions
              items={[
                [say(text("Invited", "Invités")), statistics.invited],
                [say(text("Rewarded", "Récompensés")), statistics.rewarded],
                [say(text("Points received", "Points reçus")), rewards.points],
                [say(text("Not complete yet", "Pas encore complets")), statistics.pending],
              ]}
            />
            {!referredBy && <EnterCode />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function EnterCode() {
  const say = useSay();
  const [code, setCode] = useState("");
  const claim = useWrite({
    flow: "referral",
    run: (body: { readonly code: string }, headers) =>
      dataOf(client.POST("/api/v1/mobile/loyalty/referral", { body, headers })),
    changes: [["loyalty"]],
    onDone: () => toast(say(text("The code is entered", "Le code est enregistré"))),
  });
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        claim.mutate({ code });
      }}
    >
      <div className="grow">
        <Input
          label={say(text("Did a friend invite you?", "Un proche vous a invité ?"))}
          placeholder={say(text("Code", "Code"))}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          problem={claim.error?.message}
          autoComplete="off"
          maxLength={20}
        />
      </div>
      <Button type="submit" kind="secondary" busy={claim.isPending} disabled={code.trim() === ""}>
        {say(text("Enter", "Valider"))}
      </Button>
    </form>
  );
}
