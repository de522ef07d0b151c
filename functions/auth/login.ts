import { login } from "../../contract/auth.ts";
import { serve } from "../_chain/serve.ts";
import { signIn } from "../_views/sign-in.ts";

export const handler = serve(login, signIn);
