import { type CertificateDetail, DescribeCertificateCommand } from "@aws-sdk/client-acm";
import { type Aws, outputOf } from "./aws.ts";
import { type Finding, missing, ok, runChecks, type Stage, todo } from "./finding.ts";

/** Checks the public host: its certificate and its DNS records. */

/** Resolves host names, as `node:dns/promises` does. */
export interface Names {
  resolveCname(host: string): Promise<string[]>;
  resolve4(host: string): Promise<string[]>;
}

/** Returns whether a certificate's name covers the host. `*` matches one label. */
export function covers(name: string, host: string): boolean {
  const [first, ...rest] = host.split(".");
  return name === host || (first !== undefined && name === `*.${rest.join(".")}`);
}

async function certificate({ certificates }: Aws, { config: { domain } }: Stage): Promise<Finding> {
  const id = "certificate";
  if (!domain) return ok(id, "CloudFront's own: the stage has no domain");
  const { name, certificateArn } = domain;
  const request = `aws acm request-certificate --region us-east-1 --domain-name ${name} --validation-method DNS`;
  if (!/^arn:aws[a-z-]*:acm:us-east-1:/.test(certificateArn))
    return missing(id, `${certificateArn} is not in us-east-1: CloudFront accepts no others`, request);
  const found = await described(certificates, certificateArn);
  if (!found) return missing(id, `${certificateArn} does not exist`, request);
  const { Status: status, SubjectAlternativeNames: names = [], NotAfter: end } = found;
  if (!names.some((one) => covers(one, name)))
    return missing(id, `it is for ${names.join(", ")}, not for ${name}`, request);
  if (status === "PENDING_VALIDATION")
    return missing(id, "its validation is pending", `add to the domain's DNS: ${recordsOf(found)}`);
  if (status !== "ISSUED") return missing(id, `it is ${status}`, request);
  return ok(id, `issued for ${name}${end ? `, until ${end.toISOString().slice(0, 10)}` : ""}`);
}

async function described(
  client: Aws["certificates"],
  CertificateArn: string,
): Promise<CertificateDetail | undefined> {
  try {
    return (await client.send(new DescribeCertificateCommand({ CertificateArn }))).Certificate;
  } catch (error) {
    if (error instanceof Error && error.name === "ResourceNotFoundException") return undefined;
    throw error;
  }
}

const recordsOf = ({ DomainValidationOptions: options = [] }: CertificateDetail): string =>
  options
    .flatMap(({ ResourceRecord: record }) => (record ? `${record.Name} ${record.Type} ${record.Value}` : []))
    .join("; ");

/** Checks that the domain points to the distribution, which exists after the first deployment. */
async function names({ resolveCname, resolve4 }: Names, { config, deployed }: Stage): Promise<Finding> {
  const id = "DNS";
  const host = config.domain?.name;
  if (host === undefined) return ok(id, "the stage has no domain: its host is the edge stack's PublicUrl");
  const distribution = outputOf(deployed.get("edge"), "DistributionDomain");
  if (distribution === undefined)
    return todo(
      id,
      `${host} must point to the distribution when it exists`,
      "after the first deploy: a CNAME (at the apex an alias record) to the edge stack's output DistributionDomain",
    );
  const none = (): string[] => [];
  const aliases = await resolveCname(host).catch(none);
  if (aliases.some((one) => one.replace(/\.$/, "") === distribution))
    return ok(id, `${host} points to ${distribution}`);
  const [here, there] = await Promise.all([resolve4(host).catch(none), resolve4(distribution).catch(none)]);
  if (here.some((address) => there.includes(address)))
    return ok(id, `${host} has the same address as ${distribution}`);
  return todo(
    id,
    `${host} does not point to the distribution (${[...aliases, ...here].join(", ") || "it has no record"})`,
    `${host} CNAME ${distribution} (at the apex an alias record)`,
  );
}

export const ofFront = (aws: Aws, stage: Stage, dns: Names): Promise<readonly Finding[]> =>
  runChecks({
    certificate: () => certificate(aws, stage),
    DNS: () => names(dns, stage),
  });
