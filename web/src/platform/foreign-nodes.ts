/**
 * Translators and extensions replace and wrap nodes that React has drawn. React then removes a child, or inserts before
 * one, that its parent no longer has; the browser throws, and the screen is lost (facebook/react#11538). Removing then
 * takes the node from where it is now, and inserting goes before what wraps it, or to the end. Everything else stays as
 * it was. Call once, before React draws (decision 117).
 */
export function tolerateForeignNodes(): void {
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its node
  const { removeChild, insertBefore } = Node.prototype
  let isReported = false
  const report = (): void => {
    if (isReported) return
    isReported = true
    // oxlint-disable-next-line no-console -- the only trace of a page that others change, for those who look into it
    console.warn('A translator or an extension changed this page. Some of its text may be out of date.')
  }

  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode !== this) report()
    if (child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }

  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null): Child {
    let place = before
    while (place && place.parentNode !== this) place = place.parentNode
    if (place !== before) report()
    insertBefore.call(this, node, place)
    return node
  }
}
