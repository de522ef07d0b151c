/** Who may take a role: users and roles of IAM, never a whole account. @throws Error that names the setting and the rule */
export function principals(setting: string, text: string | undefined): readonly string[] {
  const arns = (text ?? "")
    .split(",")
    .map((arn) => arn.trim())
    .filter((arn) => arn !== "");
  const wrong = arns.find((arn) => !/^arn:aws:iam::\d{12}:(user|role)\/[\w+=,.@/-]+$/.test(arn));
  if (wrong !== undefined)
    throw new Error(`${setting} must be ARNs of IAM users or roles, between them a comma, got "${wrong}"`);
  return arns;
}
