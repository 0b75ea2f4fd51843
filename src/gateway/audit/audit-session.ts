export interface ChangeInput {
  params?: Readonly<Record<string, string>>
  body?: Body
}
