/** Asks each thing once. @param most so many answers are kept; when they are more, it forgets them all. */
export function onceEach<Asked, Answer>(
  ask: (asked: Asked) => Answer,
  most = Number.POSITIVE_INFINITY,
): (asked: Asked) => Answer {
  const answers = new Map<Asked, { readonly answer: Answer }>()
  return (asked) => {
    const known = answers.get(asked)
    if (known !== undefined) return known.answer
    const answer = ask(asked)
    if (answers.size === most) answers.clear()
    answers.set(asked, { answer })
    return answer
  }
}
