/** Asks each thing once. */
export function onceEach<Answer>(ask: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, { readonly answer: Answer }>()
  return (text) => {
    const known = answers.get(text) ?? { answer: ask(text) }
    answers.set(text, known)
    return known.answer
  }
}
