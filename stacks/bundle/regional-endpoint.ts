/**
 * Stands in for the rules by which a client of AWS finds a service's address. The clients carry them as a
 * program with a table of every partition, 10 KB of a bundle; functions call the service of their own region.
 * What would lead elsewhere (FIPS, dual stack, an isolated partition) is refused rather than led astray.
 */

interface Parameters {
  /** Where the service is, if that is set. */
  readonly Endpoint?: string;
  readonly Region?: string;
  readonly UseFIPS?: boolean;
  readonly UseDualStack?: boolean;
}

interface Endpoint {
  readonly url: URL;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string[]>>;
}

/** @param service as it begins the address: `dynamodb` */
export const regionalEndpoint =
  (service: string) =>
  ({ Endpoint, Region, UseFIPS, UseDualStack }: Parameters): Endpoint => {
    if (UseFIPS || UseDualStack || Region === undefined || /^us-iso|^eu-iso/.test(Region))
      throw new Error(`no address of ${service} in ${Region}: see stacks/bundle/regional-endpoint.ts`);
    const url = new URL(Endpoint ?? `https://${service}.${Region}.${domainOf(Region)}`);
    return { url, properties: {}, headers: {} };
  };

function domainOf(region: string): string {
  if (region.startsWith("cn-")) return "amazonaws.com.cn";
  return region.startsWith("eusc-") ? "amazonaws.eu" : "amazonaws.com";
}
