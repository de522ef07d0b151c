import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { same } from "../../../core/kernel/texts/index.ts";
import { text, useSay } from "../language.tsx";
import { Button } from "../ui/button.tsx";
import { ApiCall, Loaded, More, Row, Rows } from "../ui/list.tsx";
import { Time } from "../ui/money.tsx";
import { Progress } from "../ui/progress.tsx";
import { Badge, Card, Empty, Page } from "../ui/surface.tsx";
import { DocumentDrawer } from "./document.tsx";
import { NewDocument } from "./new-document.tsx";
import { isOpen, type Job, jobsQuery, sharedQuery, statuses, typeNames } from "./queries.ts";

/** Statements, reports and confirmations: order, follow, download, share. */

const NEW = text("New document", "Nouveau document");

export default function Documents() {
  const say = useSay();
  const { id } = useSearch({ from: "/documents" });
  const navigate = useNavigate({ from: "/documents" });
  const jobs = useInfiniteQuery(jobsQuery);
  const shared = useQuery(sharedQuery);
  const [isOrdering, setOrdering] = useState(false);
  const order = (
    <Button onClick={() => setOrdering(true)}>
      <Plus className="size-4" aria-hidden />
      {say(NEW)}
    </Button>
  );
  const show = (shownId?: string) => navigate({ search: { id: shownId } });
  const title = say(text("Documents", "Documents"));
  return (
    <Page title={title} actions={order}>
      <Card flush>
        <Loaded query={jobs}>
          {({ pages }) => {
            const all = pages.flatMap((page) => page.jobs);
            if (all.length === 0)
              return (
                <Empty icon={FileText} title={say(text("No document yet", "Aucun document"))} action={order}>
                  {say(
                    text(
                      "Statements, tax and portfolio reports are ready within a minute.",
                      "Relevés, rapports fiscaux et de patrimoine sont prêts en une minute.",
                    ),
                  )}
                </Empty>
              );
            return (
              <Rows label={title}>
                {all.map((job) => (
                  <JobRow key={job.id} job={job} />
                ))}
              </Rows>
            );
          }}
        </Loaded>
        <More query={jobs} />
      </Card>
      {shared.data && shared.data.length > 0 && (
        <Card flush title={say(text("Shared with you", "Partagés avec vous"))}>
          <Rows>
            {shared.data.map((job) => (
              <JobRow key={job.id} job={job} from={job.sharedBy?.name} />
            ))}
          </Rows>
        </Card>
      )}
      <ApiCall method="GET" path="/api/jobs" />
      {isOrdering && (
        <NewDocument
          onClose={() => setOrdering(false)}
          onOrdered={(orderedId) => {
            setOrdering(false);
            show(orderedId);
          }}
        />
      )}
      {id && <DocumentDrawer id={id} onClose={() => show()} />}
    </Page>
  );
}

function JobRow({ job, from }: { readonly job: Job; readonly from?: string | undefined }) {
  const say = useSay();
  const [status, tone] = statuses[job.status];
  const name = say(typeNames[job.type] ?? same(job.type));
  return (
    <Row
      icon={
        <span aria-hidden className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken">
          <FileText className="size-4.5 text-soft" />
        </span>
      }
      title={from ? say(text(`${name} from ${from}`, `${name} de ${from}`)) : name}
      detail={<Time iso={job.createdAt} />}
      end={
        isOpen(job) && job.progress !== null ? (
          <span className="block w-24">
            <Progress value={job.progress} of={100} label={name} />
          </span>
        ) : (
          <Badge tone={tone}>{say(status)}</Badge>
        )
      }
      to={{ to: "/documents", search: { id: job.id } }}
    />
  );
}
