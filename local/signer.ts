/**
 * What signs the SDK's requests on this machine: nothing. Nobody here checks a signature, and making one is a
 * large part of what a call costs: half of a message to a price's subscriber.
 */
export const withoutSignature = {
  async sign(request: { readonly headers: Record<string, string> }) {
    // The database wants to see one, whatever it says.
    request.headers["x-amz-date"] = "20260101T000000Z";
    request.headers["authorization"] =
      "AWS4-HMAC-SHA256 Credential=local/20260101/local/local/aws4_request, SignedHeaders=host, Signature=0";
    return request;
  },
} as never;
