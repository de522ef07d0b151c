/** Where a platform is, in a document that is made before anybody knows. */
export const SOMEWHERE = "https://svc.example";
